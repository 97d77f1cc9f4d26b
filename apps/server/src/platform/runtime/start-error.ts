/** A reason not to start that a person can cure: its sentence is printed alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
