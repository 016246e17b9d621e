import { createContext, useContext } from 'react'
import { StaticHtml } from './ui/StaticHtml.tsx'

/** What stands in the script elements of a page: `handoff` and `start` are code, `modules` is JSON. */
export type ScriptTexts = { pill: string; handoff: string; modules: string; start: string }

/** Only the server has them (`scriptTexts`); in the browser they stand in the page already. */
export const ScriptTextsContext = createContext<ScriptTexts | null>(null)

/** Before the page is painted: `place-contact-pill.js`. */
export function PillScript() {
  return <StaticHtml as="script" html={useContext(ScriptTextsContext)?.pill} />
}

/**
 * In place of the router's `<Scripts>`, which has the browser fetch all code while the page is still arriving: here
 * that waits until everything visible has been painted (`start-scripts.js`).
 */
export function DeferredScripts() {
  const texts = useContext(ScriptTextsContext)
  return (
    <>
      <StaticHtml as="script" html={texts?.handoff} />
      <StaticHtml as="script" type="application/json" id="modules" html={texts?.modules} />
      <StaticHtml as="script" html={texts?.start} />
    </>
  )
}
