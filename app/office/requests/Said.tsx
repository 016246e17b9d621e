import type { useRequestAct } from './use-request-act.ts'

/** Why a step did not happen, where it was pressed. */
export function Said({ of: { problem } }: { of: Pick<ReturnType<typeof useRequestAct>, 'problem'> }) {
  if (!problem) return null
  return (
    <p role="alert" className="missing">
      {problem}
    </p>
  )
}
