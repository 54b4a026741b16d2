/** Closes the shown notifications with these tags. */
export async function closeNotices(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  tags: readonly string[],
): Promise<void> {
  const shown = await Promise.all(tags.map((tag) => registration.getNotifications({ tag })))
  for (const notification of shown.flat()) notification.close()
}
