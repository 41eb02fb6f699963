// The service worker: shows push messages also while no page is open, and keeps the responder app's own files, so that it
// opens without a network. Nothing of the API is kept: an alert is read anew, or not at all. docs/push.md, docs/responder.md.
const SHELL = 'svc-responder-1'
const PAGE = '/responder'
const FILES = ['/manifest.webmanifest', '/icon.svg', '/icon-192.png']

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      caches
        .keys()
        .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  const isPage = event.request.mode === 'navigate' && (url.pathname === PAGE || url.pathname.startsWith(`${PAGE}/`))
  if (isPage) event.respondWith(pageOf(event.request))
  else if (isOfApp(url, event.request)) event.respondWith(fileOf(event.request))
})

/** What the app itself asks for; the console's own pages are left to the browser. */
function isOfApp(url, request) {
  if (FILES.includes(url.pathname)) return true
  return url.pathname.startsWith('/assets/') && new URL(request.referrer || url).pathname.startsWith(PAGE)
}

/** The newest page when there is a network, and the last one without. */
async function pageOf(request) {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok) {
      await shell.put(PAGE, answer.clone())
      await keepAssets(shell, await answer.clone().text())
    }
    return answer
  } catch (error) {
    const kept = await shell.match(PAGE)
    if (kept) return kept
    throw error
  }
}

/** The files that the page names, before it is closed again: the first visit is then the only one that needs a network. */
async function keepAssets(shell, html) {
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|png|webmanifest))"/g)].map((found) => found[1])
  await Promise.all(
    [...new Set(named)].map(async (file) => {
      if (await shell.match(file)) return
      const answer = await fetch(file).catch(() => null)
      if (answer?.ok) await shell.put(file, answer)
    }),
  )
}

async function fileOf(request) {
  const shell = await caches.open(SHELL)
  const kept = await shell.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await shell.put(request, answer.clone())
  return answer
}

self.addEventListener('push', (event) => {
  const { title = 'svc', body, icon, badge, tag, data } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, icon, badge, tag, data }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data ?? {}))
})

/** A browser in which the responder app was used opens it; another one opens the console. */
async function open({ url = '/', responder_url: inApp }) {
  const usesApp = inApp !== undefined && (await caches.has(SHELL))
  const target = new URL(usesApp ? inApp : url, self.location.origin)
  if (target.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const app = usesApp && windows.find((one) => new URL(one.url).pathname.startsWith(PAGE))
  if (app) return void (await app.focus().then((shown) => shown.navigate(target.href)))
  await self.clients.openWindow(target.href)
}
