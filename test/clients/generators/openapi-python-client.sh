# https://github.com/openapi-generators/openapi-python-client
[ -d venv ] || (python3 -m venv venv && venv/bin/pip install --quiet openapi-python-client==0.29.1)
PATH="$PWD/venv/bin:$PATH" openapi-python-client generate --path "$DOCUMENT" --meta none --output-path outreach_campaign_service_api_client --overwrite
cp "$PROGRAMS/openapi-python-client.py" program.py
venv/bin/python program.py
