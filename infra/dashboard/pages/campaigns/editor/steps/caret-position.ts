const copiedStyles = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
] as const;

/**
 * The position below a character, in pixels from the upper left corner of its text field. It is measured with a hidden copy of
 * the text.
 */
export function caretPosition(control: HTMLInputElement | HTMLTextAreaElement, index: number) {
  const copy = document.createElement('div');
  const style = window.getComputedStyle(control);
  for (const name of copiedStyles) copy.style[name] = style[name];
  copy.style.position = 'absolute';
  copy.style.visibility = 'hidden';
  copy.style.overflowWrap = 'break-word';
  copy.style.whiteSpace = control.tagName === 'INPUT' ? 'pre' : 'pre-wrap';
  copy.textContent = control.value.slice(0, index);
  const marker = document.createElement('span');
  marker.textContent = '{';
  copy.append(marker);
  document.body.append(copy);
  // The list stays inside of the field, 6 px below the line.
  const left = Math.min(marker.offsetLeft - control.scrollLeft, control.clientWidth - 40);
  const top = marker.offsetTop + marker.offsetHeight - control.scrollTop;
  copy.remove();

  return { left: Math.max(left, 0), top: Math.min(Math.max(top, 0), control.clientHeight) + 6 };
}
