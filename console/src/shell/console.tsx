import { RouterProvider } from '@tanstack/react-router'
import { router } from '../router.tsx'

/** Everything behind the sign-in. It is loaded beside the form, which needs none of it. */
export function Console() {
  return <RouterProvider router={router} />
}
