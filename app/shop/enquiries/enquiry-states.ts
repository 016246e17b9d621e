/**
 * - `open`: somebody waits for us · `waiting`: we wait for them · `answered`: they have what they wanted
 * - `closed`: there is nothing to answer · `spam`: nobody asked anything
 */
export const enquiryStates = ['open', 'waiting', 'answered', 'closed', 'spam'] as const
export type EnquiryState = (typeof enquiryStates)[number]

/** How an enquiry came: all but those of the form are entered by hand. */
export const enquirySources = ['form', 'mail', 'phone', 'counter'] as const
export type EnquirySource = (typeof enquirySources)[number]
