# infra/clients/typescript
node "$PROJECT/infra/clients/main.ts" --language typescript --out clients
rm -rf node_modules
mkdir node_modules
cp -R clients/typescript node_modules/outreach-campaign-service
cp "$PROGRAMS/sdk-typescript.ts" program.ts
node "$PROJECT/test/clients/support/examples.mjs" clients/typescript/README.md ts examples.ts
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "module": "nodenext",
    "target": "es2024",
    "lib": ["es2025", "esnext.array"],
    "types": ["node"]
  },
  "files": ["program.ts", "examples.ts"]
}
JSON
"$BIN/tsc" --project .
"$BIN/esbuild" program.ts --format=esm --log-level=error --outfile=program.mjs
node program.mjs
