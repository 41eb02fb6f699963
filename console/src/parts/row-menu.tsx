/** The rarer actions of a row of a list, in one menu, so that a row has one button to look at beside it. */
import { ActionIcon, Menu } from '@mantine/core'
import { useRef } from 'react'
import { lacking, type Operation } from '../api/call.ts'
import { useSession } from '../api/session.ts'

export type RowAct = {
  readonly label: string
  /** Left out of the menu if the account lacks the permission for it. */
  readonly operation: Operation
  /** Opens the dialog of the action, which stands outside of the menu and so outlives it. */
  readonly open: () => void
  /** Ends something that somebody uses. */
  readonly isHard?: boolean
}

type RowMenuProps = {
  /** The subject of the row, for readers of the screen. */
  readonly of: string
  readonly acts: readonly RowAct[]
}

export function RowMenu({ of, acts }: RowMenuProps) {
  const session = useSession()
  const target = useRef<HTMLButtonElement>(null)
  const offered = acts.filter(({ operation }) => lacking(session, operation) === null)
  if (offered.length === 0) return null
  const choose = (open: () => void) => {
    // A dialog returns the focus to where it was, and the item is gone by then.
    target.current?.focus()
    open()
  }
  return (
    // Inside the main part of the page and without an element of Mantine's that takes the focus: axe names both as faults.
    <Menu position="bottom-end" withinPortal portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" size="input-xs" aria-label={`More for ${of}`}>
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth={2.5} strokeLinecap="round" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, open, isHard = false }) => (
          <Menu.Item key={label} onClick={() => choose(open)} className={isHard ? 'late' : undefined}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
