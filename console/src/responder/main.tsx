import './style.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProblem } from '../api/client.ts'
import { App } from './app.tsx'
import { flush, onSent } from './outbox.ts'

const STALE_MS = 10_000
const AGAIN_MS = 30_000

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      refetchInterval: AGAIN_MS,
      // On a bad network the app keeps retrying, and shows its last data.
      networkMode: 'always',
      retry: (count, error) => count < 5 && !(error instanceof ApiProblem && error.status < 500),
    },
  },
})
onSent(() => void queries.invalidateQueries())
window.addEventListener('online', () => {
  void flush()
  void queries.invalidateQueries()
})
if ('serviceWorker' in navigator && isSecureContext)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)

const root = document.getElementById('root')
if (root === null) throw new Error('no place to show anything in')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
