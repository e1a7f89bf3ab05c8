/** The browser's clock in ms UTC. It is for display alone: what counts is the server's (`serverTime` in answers). */
export const now = () => Date.now()
