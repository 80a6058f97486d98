# https://openapi-ts.dev
"$BIN/openapi-typescript" "$DOCUMENT" --output outreach.d.ts
cp "$PROGRAMS/openapi-typescript.ts" program.ts
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
