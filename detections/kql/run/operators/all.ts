/** Every operator of a pipe, by the parser's name for it. */
import { evaluate } from './evaluate.ts'
import { count, distinct, filter, sampleDistinct, takeOperator, unchanged } from './filter.ts'
import { invoke } from './invoke.ts'
import { join, lookup } from './join.ts'
import { getSchema } from './make.ts'
import { makeSeries } from './make-series.ts'
import { mvApply, mvExpand } from './mv-expand.ts'
import { parse, parseWhere } from './parse.ts'
import { parseKv } from './parse-kv.ts'
import { extend, project, projectAway, projectKeep, projectRename, projectReorder } from './project.ts'
import { search } from './search.ts'
import { sort, top } from './sort.ts'
import type { Operator } from './spec.ts'
import { summarize } from './summarize.ts'
import { compileUnion } from './union.ts'

export const OPERATORS: Readonly<Record<string, Operator>> = {
  FilterOperator: filter,
  ExtendOperator: extend,
  SerializeOperator: extend,
  ProjectOperator: project,
  ProjectAwayOperator: projectAway,
  ProjectKeepOperator: projectKeep,
  ProjectReorderOperator: projectReorder,
  ProjectRenameOperator: projectRename,
  SummarizeOperator: summarize,
  MakeSeriesOperator: makeSeries,
  JoinOperator: join,
  LookupOperator: lookup,
  UnionOperator: (tree, input, scope) => compileUnion(tree, input, scope),
  SortOperator: sort,
  TopOperator: top,
  TakeOperator: takeOperator,
  SampleOperator: takeOperator,
  SampleDistinctOperator: sampleDistinct,
  DistinctOperator: distinct,
  CountOperator: count,
  MvExpandOperator: mvExpand,
  MvApplyOperator: mvApply,
  ParseOperator: parse,
  ParseWhereOperator: parseWhere,
  ParseKvOperator: parseKv,
  EvaluateOperator: evaluate,
  InvokeOperator: invoke,
  SearchOperator: search,
  GetSchemaOperator: getSchema,
  RenderOperator: unchanged,
  ConsumeOperator: unchanged,
}
