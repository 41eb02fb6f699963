/** Finds where fields stand in a record that a mapping reads. */
import type { FieldView } from '../../../schemas/event-view.ts'
import type { Mapping, SourceMapping } from '../source-mapping.ts'
import { genericView } from './generic.ts'
import { ocsfView } from './ocsf.ts'

/** Finding the view may rewrite the record into the form that the view describes. */
export function viewOf(mapping: Mapping, record: Readonly<Record<string, unknown>>): FieldView {
  if (isSource(mapping)) return mapping.viewOf(record)
  return mapping.id === 'ocsf' ? ocsfView : genericView
}

export const isSource = (mapping: Mapping): mapping is SourceMapping => 'viewOf' in mapping
