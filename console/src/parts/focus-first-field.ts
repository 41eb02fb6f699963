/**
 * Moves the focus of a dialog that has just opened from its close button, which stands first, to its first field. A
 * dialog without a field keeps the focus where it is.
 */
export function focusFirstField(): void {
  const held = document.activeElement
  if (held === null || !held.classList.contains('mantine-Modal-close')) return
  held.closest('[role="dialog"]')?.querySelector<HTMLElement>(FIELD)?.focus()
}

const FIELD =
  '.mantine-Modal-body :is(input:not([type="hidden"], [type="checkbox"], [type="radio"]), textarea, select):not(:disabled)'
