/** What was typed into the sign-in page of the document before its script had come; empty where there is none. */
export function typedEarly(): { phone: string; password: string } {
  const of = (name: string) => document.querySelector<HTMLInputElement>(`#root input[name="${name}"]`)?.value ?? '';
  return { phone: of('username'), password: of('password') };
}
