/** The entry of the browser's history that is shown, as the router names it; it changes before the page is drawn. */
export const shownEntry = (): string => (history.state as { key?: string } | null)?.key ?? 'default'
