/** The close button of a dialog stands first, and would get the focus when the dialog opens. */
const CLOSE = 'mantine-Modal-close'
const FIELD =
  '.mantine-Modal-body :is(input:not([type="hidden"], [type="checkbox"], [type="radio"]), textarea, select):not(:disabled)'

/**
 * Hands the focus that comes into a dialog to its first field. Within the dialog the close button is reached as ever, and
 * a dialog without a field keeps the focus on it.
 */
export function focusFirstFieldOfDialogs(): void {
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement) || !target.classList.contains(CLOSE)) return
    const dialog = target.closest('[role="dialog"]')
    if (relatedTarget instanceof Node && dialog?.contains(relatedTarget)) return
    const field = dialog?.querySelector<HTMLElement>(FIELD)
    if (!field) return
    // The dialog sets the focus twice while it opens, and prefers an element with this attribute.
    field.dataset.autofocus = 'true'
    field.focus()
  })
}
