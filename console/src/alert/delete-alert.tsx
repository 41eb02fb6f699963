import { useNavigate } from '@tanstack/react-router'
import { ActButton } from '../parts/operation-form.tsx'

/** Returns to the queue, because the page of the alert is gone. */
export function DeleteAlert({ id, title }: { readonly id: string; readonly title: string }) {
  const navigate = useNavigate()
  return (
    <ActButton
      operation="DELETE /api/v1/alerts/{id}"
      path={{ id }}
      label="Delete"
      ariaLabel={`Delete the alert ${title.slice(0, 80)}`}
      confirm="The alert and its history are deleted for good; its events stay. A verdict closes it and keeps what was learned."
      variant="subtle"
      done={() => void navigate({ to: '/alerts' })}
    />
  )
}
