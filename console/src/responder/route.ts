/** The app's location: one of three pages, by the paths that notifications link to. */
import { useSyncExternalStore } from 'react'

export type Place =
  | { readonly at: 'home' }
  | { readonly at: 'triage'; readonly id: string }
  | { readonly at: 'approval'; readonly id: string }

const ID = /^\/responder\/(triage|approvals)\/([0-9a-f-]{36})$/i
const followers = new Set<() => void>()

export function placeOf(path: string): Place {
  const [, kind, id = ''] = ID.exec(path) ?? []
  if (kind === 'triage') return { at: 'triage', id }
  return kind === 'approvals' ? { at: 'approval', id } : { at: 'home' }
}

export function go(path: string): void {
  history.pushState(null, '', path)
  window.scrollTo(0, 0)
  for (const changed of followers) changed()
}

export function usePlace(): Place {
  const path = useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      window.addEventListener('popstate', changed)
      return () => {
        followers.delete(changed)
        window.removeEventListener('popstate', changed)
      }
    },
    () => location.pathname,
  )
  return placeOf(path)
}
