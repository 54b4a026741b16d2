import { sql } from 'kysely'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Queries } from '../src/platform/index.ts'

/** The plan of each statement of `run`, executed once more. `Plan`: the fields that are read of it. */
export async function explainStatements<Plan>(db: Queries, run: (db: Queries) => Promise<unknown>): Promise<Plan[]> {
  const statements: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await run(db.withPlugin(recorder))
  const plans: Plan[] = []
  for (const node of statements) {
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
      explain (analyze, buffers, format json) ${{ toOperationNode: () => node }}`.execute(db)
    plans.push(...rows[0]!['QUERY PLAN'].map(({ Plan: plan }) => plan))
  }
  return plans
}
