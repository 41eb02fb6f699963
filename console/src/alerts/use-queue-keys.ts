import { useEffect, useRef } from 'react'

/** Keyboard shortcuts of the page; they are off in fields and dialogs, where keys enter text. */
export function useQueueKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest('input, textarea, select, [role="dialog"], [contenteditable="true"]')) return
      const act = current.current[event.key.toLowerCase()]
      if (act === undefined) return
      // A focused link or button keeps its own Enter.
      if (event.key === 'Enter' && target.closest('a, button')) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
