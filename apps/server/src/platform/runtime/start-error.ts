/** A reason not to start that the operator can correct: its sentence is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
