// Shows push messages, also while no page is open, and leads to what they are about. docs/push.md has what a message holds.
self.addEventListener('push', (event) => {
  const { title = 'svc', body, icon, badge, tag, data } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, icon, badge, tag, data }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href))
})
