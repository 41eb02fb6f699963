import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'

const KEYS = [
  ['j', 'Next alert'],
  ['k', 'Previous alert'],
  ['Enter', 'Open the alert beside the queue; again: on a page of its own'],
  ['o', 'From an alert back to the queue, at the same place'],
  ['c', 'Claim it'],
  ['s', 'Snooze it for an hour'],
  ['v', 'Set a verdict'],
  ['x', 'Choose it, for several at once'],
  ['Shift x', 'Choose all from the last one to it'],
  ['Esc', 'Close the alert beside the queue, or choose none'],
  ['u', 'Undo the last claim, snooze or change of several'],
  ['/', 'Search'],
  ['Ctrl k', 'Search pages and commands'],
  ['?', 'This help'],
] as const

export function KeysDialog({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Keyboard" centered>
      <div className="keys">
        {KEYS.map(([key, what]) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>
            <span>{what}</span>
          </Fragment>
        ))}
      </div>
    </Modal>
  )
}
