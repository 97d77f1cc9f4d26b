/** The least length of a password in characters, whatever the settings say. */
export const PASSWORD_FLOOR = 6;
export const PASSWORD_CEILING = 200;

/** The rule for new passwords, stated beside every field for one; `least` is their minimum length in characters. */
export const passwordRule = (least: number): string =>
  `At least ${least} characters. Common passwords, names and phone numbers are refused; three words that do not belong together are good.`;

/** The text of the error PASSWORD_TOO_SHORT. */
export const TOO_SHORT = 'Password must be at least {n} characters long';
export const tooShort = (least: number): string => TOO_SHORT.replace('{n}', String(least));
