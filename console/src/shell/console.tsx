import { RouterProvider } from '@tanstack/react-router'
import { currentSession } from '../api/session.ts'
import { router } from '../router.tsx'

/**
 * The code of the page in the address bar comes while the API says who is signed in: on a slow network each of the two
 * takes seconds. A page that fails to load here is loaded again when it is drawn. No page is loaded beside the form of a
 * sign-in.
 */
if (currentSession().tokens !== null)
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined)

/** Everything behind the sign-in. It is loaded beside the form, which needs none of it. */
export function Console() {
  return <RouterProvider router={router} />
}
