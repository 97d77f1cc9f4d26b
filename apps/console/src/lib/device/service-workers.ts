/** Removes workers that an older console registered: a cached page would show old figures as if they were current. */
export async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registrations = await navigator.serviceWorker.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.unregister()));
  } catch {
    // Private windows of some browsers refuse the question; then there is no worker to remove either.
  }
}
