// The connection to Goshawk. The page without a server has another one, with the same interface.

export * from "./server.js";
