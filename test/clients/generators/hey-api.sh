# https://heyapi.dev
[ -d node_modules ] || npm install --silent --no-save --prefix . @hey-api/openapi-ts@0.99.0 typescript@5.9.3
node_modules/.bin/openapi-ts --input "$DOCUMENT" --output outreach --silent
cp "$PROGRAMS/hey-api.ts" program.ts
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "module": "esnext",
    "moduleResolution": "bundler",
    "target": "es2023",
    "allowImportingTsExtensions": true,
    "types": ["node"]
  },
  "files": ["program.ts"]
}
JSON
"$BIN/tsc" --project .
"$BIN/esbuild" program.ts --bundle --platform=node --format=esm --log-level=error --outfile=program.mjs
node program.mjs
