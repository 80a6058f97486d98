import type { Locator, Page } from 'playwright-core';
import { fillField, press, tabTo } from './keyboard.ts';

/** How a person uses a page. */
export interface UserInput {
  /** Follows a link or presses a button. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Selects a box or a button that can be selected. */
  check(box: Locator): Promise<void>;
  /** Chooses an entry of a list or menu that is open. */
  choose(option: Locator): Promise<void>;
}

/** A mouse, or a finger on a phone. */
export function pointerInput(): UserInput {
  return {
    press: (target) => target.click(),
    fill: (field, text) => field.fill(text),
    check: (box) => box.click(),
    choose: (option) => option.click(),
  };
}

/** The keyboard alone: Tab reaches every control, and arrows every entry. */
export function keyboardInput(page: Page): UserInput {
  return {
    press: (target) => press(page, target),
    fill: (field, text) => fillField(page, field, text),
    check: async (box) => {
      await tabTo(page, box);
      await page.keyboard.press('Space');
    },
    choose: async (option) => {
      await option.waitFor();
      // A list opens at its chosen entry.
      await page.keyboard.press('Home');
      for (let entries = 0; entries < entriesMax && !(await isHighlighted(option)); entries += 1) {
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
    },
  };
}

/** More entries than any list of a story has. */
const entriesMax = 30;

/** The library marks the entry that Enter chooses, in the frame after a key. */
const isHighlighted = (option: Locator): Promise<boolean> =>
  option.evaluate(async (element) => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);

    return element.hasAttribute('data-highlighted');
  });
