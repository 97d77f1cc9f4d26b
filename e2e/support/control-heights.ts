/**
 * Controls that have neither of the two heights of the house (app/tokens.css) where there is a pointer and room. What holds several lines is as
 * high as they are. It runs in the page and is text: the journeys are compiled without the browser's types.
 */
export const OTHER_HEIGHTS = `(() => {
  const CONTROLS = '.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input, [role="radiogroup"][data-size], .mantine-Tabs-tab, .field';
  if (!matchMedia('(min-width: 62em) and (pointer: fine)').matches) return [];
  const root = getComputedStyle(document.documentElement);
  const letter = Number.parseFloat(root.fontSize);
  const heights = ['--ec-control', '--ec-control-small'].map((name) => Number.parseFloat(root.getPropertyValue(name)) * letter);
  const several = (control) => {
    const label = control.querySelector('.mantine-Button-label');
    return control.localName === 'textarea' || control.matches('.mantine-MultiSelect-input') || 'multiline' in control.dataset || label && label.scrollHeight > letter * 2;
  };
  const found = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !several(control))
    .map((control) => [control, control.getBoundingClientRect().height])
    .filter(([, height]) => height > 1 && heights.every((each) => Math.abs(each - height) > 1))
    .map(([control, height]) => Math.round(height) + ' ' + control.className + ' "' + (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 30) + '"');
  return [...new Set(found)];
})()`;
