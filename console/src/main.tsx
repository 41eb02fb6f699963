import './parts/nonce.ts'
import './parts/mantine.css'
import './parts/style.css'
import './parts/hunting.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProblem } from './api/client.ts'
import { focusFirstFieldOfDialogs } from './parts/focus-first-field.ts'
import { nonce } from './parts/nonce.ts'
import { applyDensity } from './parts/preferences.ts'
import { theme } from './parts/theme.ts'
import { Opening, SignedIn } from './shell/signed-in.tsx'
import { whenReachable } from './shell/when-reachable.ts'
import { APPROVE_PATH, ApprovePage, returnsToApproval } from './sign-in/approve.tsx'
import { NEW_PASSWORD_PATH, NewPasswordPage } from './sign-in/new-password.tsx'

/** The API answers 503 while lake queries wait for their turn; the console retries this many times. */
const BUSY_RETRIES = 5
const RETRIES = 2

/** A refusal is a final answer; only requests that failed on the way are sent again. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) =>
        error instanceof ApiProblem && error.status === 503
          ? count < BUSY_RETRIES
          : count < RETRIES && !(error instanceof ApiProblem && error.status < 500),
    },
  },
})

focusFirstFieldOfDialogs()
const reload = () => window.location.reload()
/** Begun at once, while the API says who is signed in or the person types a password. */
const loaded = whenReachable(() => import('./shell/console.tsx'))().then(
  ({ Console: found }) => ({ default: found }),
  (error: unknown) => ({ default: () => <Opening failed={error} retry={reload} /> }),
)
const Console = lazy(() => loaded)

/** Pages behind mailed links have no frame of the console. */
function Page() {
  if (window.location.pathname === NEW_PASSWORD_PATH) return <NewPasswordPage />
  if (window.location.pathname === APPROVE_PATH || returnsToApproval()) return <ApprovePage />
  return (
    <SignedIn>
      <Suspense fallback={<Opening />}>
        <Console />
      </Suspense>
    </SignedIn>
  )
}

applyDensity()
const root = document.getElementById('root')
if (root === null) throw new Error('no place to show anything in')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
