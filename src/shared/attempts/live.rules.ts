/** How often a sign of life comes when nothing moves, ms. Much longer silence means that the connection is dead. */
export const liveBeatMs = 10_000
