/** Saved versions of a playbook, and the way back to each. */
import type { AnswerOf } from '../api/call.ts'
import { person, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { flowOf } from './flow.ts'

type Playbook = AnswerOf<'GET /api/v1/playbooks/{id}'>

export function Versions({ playbook }: { readonly playbook: Playbook }) {
  return (
    <Listing<'GET /api/v1/playbooks/{id}/versions'>
      title="Versions"
      about="Reverting creates a new version with the old text: nothing is lost."
      list="GET /api/v1/playbooks/{id}/versions"
      path={{ id: playbook.id }}
      keyOf={({ version }) => String(version)}
      empty={{ title: 'No versions', next: 'Built-in playbooks have no versions until you save them as your own.' }}
      columns={[
        { head: 'Version', isShort: true, cell: ({ version }) => version },
        when('When', 'created_at'),
        person('By', 'author'),
        {
          head: 'Steps',
          cell: ({ document }) =>
            flowOf(document)
              .nodes.map(({ id }) => id)
              .join(', '),
        },
        {
          head: 'Actions',
          isShort: true,
          isActions: true,
          cell: ({ version }) =>
            version === playbook.version ? (
              <span className="quiet">in force</span>
            ) : (
              <ActButton
                operation="POST /api/v1/playbooks/{id}/rollback"
                path={{ id: playbook.id }}
                body={{ version }}
                label="Go back to it"
                ariaLabel={`Go back to version ${version}`}
                variant="subtle"
                confirm="Runs in progress continue with the version they started with."
              />
            ),
        },
      ]}
    />
  )
}
