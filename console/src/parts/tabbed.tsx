/** A page with tabs. The URL has the open tab, so a link can lead to it. */
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { lacking, type Operation } from '../api/call.ts'
import { useSession } from '../api/session.ts'

export type Tab = {
  readonly value: string
  readonly label: string
  /** The tab is hidden if the account may not call this operation. */
  readonly reads?: Operation
  readonly body: () => ReactNode
}

export function Tabbed({ tabs }: { readonly tabs: readonly Tab[] }) {
  const session = useSession()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const offered = tabs.filter(({ reads }) => reads === undefined || lacking(session, reads) === null)
  const open = offered.find(({ value }) => value === tab) ?? offered[0]
  const list = useRef<HTMLDivElement>(null)
  const openValue = open?.value
  // On a narrow screen the list of tabs scrolls, and a link may lead to a tab beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is another element
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [openValue])
  if (open === undefined) return null
  const change = (next: string | null) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, tab: next === offered[0]?.value ? undefined : (next ?? undefined) }) as never,
      replace: true,
    })
  return (
    <Tabs value={open.value} onChange={change} keepMounted={false}>
      <Tabs.List className="tabs" ref={list}>
        {offered.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map(({ value, body }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <div className="stack">
            <Body of={body} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/**
 * One component for every tab: `body` is another function at each drawing, and as a component of its own it would lose
 * what a person has typed and opened whenever the page is drawn anew.
 */
const Body = ({ of: body }: { readonly of: Tab['body'] }) => body()
