/** The notifications to the user, with the number of those that are new. Opening the list marks them as seen. */
import { ActionIcon, Indicator, Popover, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Age } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'
import { Icon } from './icons.tsx'
import { useMarkSeen, useNotifications } from './use-notifications.ts'

const SHOWN_MAX = 20
const COUNTED_MAX = 99

export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const found = useNotifications()
  const seen = useMarkSeen()
  const unseen = found.data?.filter((one) => one.unseen.length > 0) ?? []
  const change = (next: boolean) => {
    setOpen(next)
    // Marked when the list closes: until then the user sees which of them are new.
    if (!next && unseen.length > 0) seen.mutate(unseen.flatMap((one) => one.unseen))
  }
  const count = unseen.length > COUNTED_MAX ? `${COUNTED_MAX}+` : String(unseen.length)
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" width={360} withinPortal trapFocus returnFocus>
      <Indicator disabled={unseen.length === 0} label={count} size={16} color="red.9" offset={4}>
        {/* The attributes of the list belong to the button: on the box around it they mean nothing. */}
        <Popover.Target>
          <ActionIcon
            variant="default"
            aria-label={unseen.length === 0 ? 'Notifications' : `Notifications, ${count} new`}
            onClick={() => change(!isOpen)}
          >
            <Icon name="inbox" />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className="bell" role="dialog" aria-label="Notifications">
        <Loaded query={found} lines={3}>
          {(all) =>
            all.length === 0 ? (
              <Text size="sm" className="quiet">
                No notifications. <PreferencesLink close={() => change(false)} />
              </Text>
            ) : (
              <>
                <ul className="plain">
                  {all.slice(0, SHOWN_MAX).map(({ id, title, path, kind, severity, created_at: at, unseen: isNew }) => (
                    <li key={id} data-new={isNew.length > 0}>
                      <Link to={path} onClick={() => change(false)}>
                        <Shown text={title} lengthMax={200} />
                      </Link>
                      <span className="quiet">
                        {severity !== null && <Severity level={severity} />} {wordOf(kind)},{' '}
                        <Age at={at} nowMs={Date.now()} />
                      </span>
                    </li>
                  ))}
                </ul>
                <Text size="xs" className="quiet" mt="xs">
                  {all.length > SHOWN_MAX && `The newest ${SHOWN_MAX}. `}
                  <PreferencesLink close={() => change(false)} />
                </Text>
              </>
            )
          }
        </Loaded>
      </Popover.Dropdown>
    </Popover>
  )
}

function PreferencesLink({ close }: { readonly close: () => void }) {
  return (
    <Link to="/settings" onClick={close}>
      How I am notified
    </Link>
  )
}
