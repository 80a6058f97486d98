# infra/clients/python
node "$PROJECT/infra/clients/main.ts" --language python --out clients
[ -x venv/bin/mypy ] || (python3 -m venv venv && venv/bin/pip install --quiet mypy==2.4.1)
venv/bin/pip install --quiet --force-reinstall --no-deps ./clients/python
venv/bin/pip install --quiet ./clients/python
cp "$PROGRAMS/sdk-python.py" program.py
venv/bin/mypy --strict program.py
venv/bin/python program.py
