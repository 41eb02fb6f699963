/** Display settings of this browser: times in its own zone or in UTC, dense or wide rows. */
import { useSyncExternalStore } from 'react'

const CHOICES = { clock: ['local', 'utc'], density: ['comfortable', 'compact'] } as const
type Name = keyof typeof CHOICES
type Choice<N extends Name> = (typeof CHOICES)[N][number]

const followers = new Set<() => void>()
const keyOf = (name: Name) => `svc.${name}`

export function preference<N extends Name>(name: N): Choice<N> {
  const stored = localStorage.getItem(keyOf(name))
  const known: readonly string[] = CHOICES[name]
  return (stored !== null && known.includes(stored) ? stored : CHOICES[name][0]) as Choice<N>
}

export function usePreference<N extends Name>(name: N): Choice<N> {
  return useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      window.addEventListener('storage', changed)
      return () => {
        followers.delete(changed)
        window.removeEventListener('storage', changed)
      }
    },
    () => preference(name),
    // Drawn without a browser, as in tests of components, a part has nobody's choice.
    () => CHOICES[name][0] as Choice<N>,
  )
}

/** Switches to the next choice of a setting. */
export function togglePreference(name: Name): void {
  const [first, second] = CHOICES[name]
  localStorage.setItem(keyOf(name), preference(name) === first ? second : first)
  applyDensity()
  for (const changed of followers) changed()
}

export function applyDensity(): void {
  document.documentElement.dataset.density = preference('density')
}
