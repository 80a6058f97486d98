const copied = [
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

/** Pixels from the upper left corner of a text field to the line below a character. A hidden copy of the text measures it. */
export function caretPosition(control: HTMLInputElement | HTMLTextAreaElement, index: number) {
  const copy = document.createElement('div');
  const style = window.getComputedStyle(control);
  for (const name of copied) copy.style[name] = style[name];
  copy.style.position = 'absolute';
  copy.style.visibility = 'hidden';
  copy.style.overflowWrap = 'break-word';
  copy.style.whiteSpace = control.tagName === 'INPUT' ? 'pre' : 'pre-wrap';
  copy.textContent = control.value.slice(0, index);
  const mark = document.createElement('span');
  mark.textContent = '{';
  copy.append(mark);
  document.body.append(copy);
  const left = Math.min(mark.offsetLeft - control.scrollLeft, control.clientWidth - 40);
  const top = mark.offsetTop + mark.offsetHeight - control.scrollTop;
  copy.remove();

  return { left: Math.max(left, 0), top: Math.min(Math.max(top, 0), control.clientHeight) + 6 };
}
