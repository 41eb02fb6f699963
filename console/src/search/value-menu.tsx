/** The actions on one value of an event. One menu for all cells, which are many. */
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { shown } from '../parts/shown.tsx'
import { narrowed, termOf } from './event-terms.ts'
import type { IndicatorDraft } from './indicator-dialog.tsx'
import { indicatorKind } from './indicator-kind.ts'

export type ChosenValue = {
  readonly field: string
  readonly value: string
  readonly eventUid: string
  /** Position of the menu in the window. */
  readonly left: number
  readonly top: number
}

type ValueMenuProps = {
  readonly chosen: ChosenValue | null
  readonly close: () => void
  readonly query: string
  /** Null when the query is in another language than the terms. */
  readonly search: ((query: string) => void) | null
  readonly makeIndicator: ((draft: IndicatorDraft) => void) | null
}

const ENTITY_FIELDS: ReadonlySet<string> = new Set([
  ...['host', 'user', 'target_user', 'src_ip', 'dst_ip', 'device.hostname', 'actor.user.name', 'user.name'],
  ...['src_endpoint.ip', 'dst_endpoint.ip'],
])

export function ValueMenu({ chosen, close, query, search, makeIndicator }: ValueMenuProps) {
  const term = chosen === null ? null : termOf({ name: chosen.field, value: chosen.value })
  const kind = chosen === null ? null : indicatorKind(chosen.field, chosen.value)
  return (
    <Menu opened={chosen !== null} onChange={close} position="bottom-start" withinPortal width={260}>
      <Menu.Target>
        <span
          aria-hidden="true"
          className="menu-place"
          ref={(place) => {
            place?.style.setProperty('left', `${chosen?.left ?? 0}px`)
            place?.style.setProperty('top', `${chosen?.top ?? 0}px`)
          }}
        />
      </Menu.Target>
      {chosen !== null && (
        <Menu.Dropdown>
          <Menu.Label>
            {chosen.field}: {shown(chosen.value, 60)}
          </Menu.Label>
          {search !== null && term !== null && (
            <>
              <Menu.Item onClick={() => search(narrowed(query, term, false))}>Filter for it</Menu.Item>
              <Menu.Item onClick={() => search(narrowed(query, term, true))}>Filter it out</Menu.Item>
            </>
          )}
          {term !== null && (
            <Menu.Item
              renderRoot={(props) => <Link to="/search" search={{ query: term }} target="_blank" {...props} />}
            >
              Search only for this, in a new tab
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void navigator.clipboard.writeText(chosen.value)}>Copy</Menu.Item>
          {ENTITY_FIELDS.has(chosen.field) && (
            <Menu.Item
              renderRoot={(props) => <Link to="/entities/$entity" params={{ entity: chosen.value }} {...props} />}
            >
              Open the entity
            </Menu.Item>
          )}
          {makeIndicator !== null && kind !== null && (
            <Menu.Item onClick={() => makeIndicator({ kind, value: chosen.value, eventUid: chosen.eventUid })}>
              Create an indicator …
            </Menu.Item>
          )}
        </Menu.Dropdown>
      )}
    </Menu>
  )
}
