/** What a field for a 6-digit code keeps of what was typed or pasted. */
export function digitsOnly(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 6);
}
