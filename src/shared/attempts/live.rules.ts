/** Heartbeat interval in ms when nothing changes. A much longer silence means the connection is dead. */
export const liveBeatMs = 10_000
