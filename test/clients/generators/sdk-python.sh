# infra/clients/python
node "$PROJECT/infra/clients/main.ts" --language python --out clients
[ -x venv/bin/mypy ] || (python3 -m venv venv && venv/bin/pip install --quiet mypy==2.4.1)
venv/bin/pip install --quiet --force-reinstall --no-deps ./clients/python
venv/bin/pip install --quiet ./clients/python
cp "$PROGRAMS/sdk-python.py" program.py
node "$PROJECT/test/clients/support/examples.mjs" clients/python/README.md python examples.py
venv/bin/mypy --strict program.py examples.py
venv/bin/python program.py
