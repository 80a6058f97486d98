export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';

/** The stored theme; `system` if no theme is stored. */
export const readTheme = (): Theme =>
  themes.find((theme) => theme === window.localStorage.getItem(storageKey)) ?? 'system';

/** `styles/tokens.css` has the colours of both themes. `data-theme` selects one; without it, the system selects. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    window.localStorage.removeItem(storageKey);
    document.documentElement.removeAttribute('data-theme');
  } else {
    window.localStorage.setItem(storageKey, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  // Charts draw themselves again.
  window.dispatchEvent(new Event('themechange'));
}
