// Runs in the browser before Scalar, in the same file.
(() => {
  // Colours with a contrast of at least 4.5, and text that fits small screens.
  const customCss = `
    .light-mode { --scalar-color-3: #666; --scalar-color-green: #006b3f; --scalar-color-red: #c00004;
      --scalar-color-yellow: #7d5b00; --scalar-color-orange: #b03a00; }
    .dark-mode { --scalar-color-3: #949494; --scalar-color-red: #ff6b63; }
    .markdown th { white-space: nowrap; }
    .markdown pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
    @media (max-width: 720px) { .markdown table { display: block; overflow-x: auto; } }
    a[href*="scalar.com"] { display: none; }
  `;

  // Otherwise zod checks whether the policy allows `eval`, and the browser reports a violation.
  globalThis.__zod_globalConfig = { jitless: true };

  addEventListener('DOMContentLoaded', () => {
    const { href: documentUrl } = document.querySelector('link[rel="alternate"]');
    const apiUrl = new URL('.', documentUrl).href;

    globalThis.Scalar.createApiReference('#reference', {
      url: documentUrl,
      // Code samples call the API that serves this page.
      servers: [{ url: apiUrl.replace(/\/$/, ''), description: 'This API' }],
      documentDownloadType: 'direct',
      defaultOpenFirstTag: false,
      operationTitleSource: 'summary',
      modelsSectionLabel: 'Schemas',
      // The page makes no request to other servers and does not store credentials.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      hideTestRequestButton: true,
      showDeveloperTools: 'never',
      customCss,
    });
  });
})();
