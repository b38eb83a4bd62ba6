/** A point: `[x, y]`, each from 0, or its name such as `"h8"`. */
export type Point = [number, number] | string;
/** Points, or their names in one text. */
export type Points = Point[] | string;
export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro-exact";
export type Side = "black" | "white";

/** The position or game of a request. `pbrain-goshawk help analysis` describes the fields. */
export interface PositionFields {
  moves?: Points;
  black?: Points;
  white?: Points;
  blocked?: Points;
  /**
   * A record or a drawn board as text, in any format that Goshawk reads, or an object such as a
   * document of `analyze`.
   */
  position?: string | Record<string, any>;
  game?: number;
  side?: Side;
  rule?: Rule;
  size?: number | string | [number, number];
  /** Numbers of moves after which the game is searched, each for itself. */
  turns?: number[];
  priority?: number;
}

/** Limits of a search. */
export interface LimitFields {
  /** Seconds. */
  time?: number;
  nodes?: number;
}

export interface AnalyzeFields extends PositionFields, LimitFields {
  depth?: number;
  multipv?: number;
  exclude?: Points;
  no_stone_limit?: boolean;
  /** The least time between two answers during the search, in seconds. */
  report_every?: number;
}

export interface SolveFields extends PositionFields, LimitFields {
  kind?: "vcf" | "vct";
  shortest?: boolean;
  proof?: boolean;
  full?: boolean;
  no_stone_limit?: boolean;
}

export interface ReviewFields extends PositionFields, LimitFields {
  opening?: number;
  report_every?: number;
}

/** An answer. `pbrain-goshawk help json` describes `document`. */
export interface Answer {
  id: number;
  action: string;
  /** True for the last answer to a request, or to a turn of it. */
  final: boolean;
  /** True if the search was ended before its limits. */
  terminated?: boolean;
  turn?: number;
  view?: "side to move" | "side that moved";
  document?: Record<string, any>;
  proof?: Record<string, any> | null;
  explanation?: { about: string; text: string }[];
  /** Of a review, while it runs. */
  searched?: number;
  positions?: number;
  /** Why this turn has no result. */
  error?: { message: string; field?: string };
}

/** The answer to `version`. */
export interface Version {
  program: string;
  schema: number;
  threads: number;
  memory: number;
  limits: Record<string, number>;
}

/**
 * A request. As a promise it is the last answer; as an async iterator it is all of them, and
 * leaving the loop ends the search.
 */
export interface EngineRequest<A = Answer> extends PromiseLike<A>, AsyncIterable<A> {
  readonly id: number;
  /** Ends the search. The last answer then has what was found so far. */
  stop(): void;
  /** The last answers in the order of `turns`. */
  results(): Promise<A[]>;
  catch<T>(reject: (error: any) => T): Promise<A | T>;
  finally(action: () => void): Promise<A>;
}

export interface Options {
  /** The memory for a search in megabytes, from 32 to 512. The default is 64. */
  memory?: number;
  /** Whether to load the module with SIMD. The default is what the browser has. */
  simd?: boolean;
  /**
   * Whether the page shares memory with the worker, so that searches end at once. The default is
   * whether it may, which is if it is cross-origin isolated.
   */
  shared?: boolean;
  /**
   * The first piece of a search that cannot be ended at once, in milliseconds. The default is 50;
   * later pieces are longer.
   */
  slice?: number;
  /** The address of the folder with the files, if it is not that of goshawk.js. */
  base?: string | URL;
}

/** A problem of the engine itself. It does not answer any more. */
export class EngineError extends Error {}

/** A request is wrong. */
export class RequestError extends Error {
  /** The field that is wrong, if it is one. */
  field?: string;
}

/** An engine in a worker of its own. It answers one request after the other. */
export class Goshawk {
  private constructor();
  /** Starts an engine. Fails at once if WebAssembly is missing or a file cannot be loaded. */
  static start(options?: Options): Promise<Goshawk>;
  /** The size of the memory of WebAssembly in bytes. It grows up to a limit and never shrinks. */
  readonly bytes: number;
  /** Finds the best moves. Reports every 0.1 seconds unless `report_every` is given. */
  analyze(fields?: AnalyzeFields): EngineRequest;
  /** Finds the best moves and says why they are best. */
  explain(fields?: AnalyzeFields): EngineRequest;
  /** Finds and proves a forced win. */
  solve(fields?: SolveFields): EngineRequest;
  /** Lists the points that are forbidden to black in renju. */
  fouls(fields?: PositionFields): EngineRequest;
  /** Finds the mistakes in a game. */
  review(fields?: ReviewFields): EngineRequest;
  /** Names the program, the version of its schema, its memory and limits. */
  version(): EngineRequest<Version>;
  /** Sends a request with any action. */
  request(action: string, fields: Record<string, unknown>): EngineRequest;
  /** Measures the speed: searches fixed positions to a depth and gives "N nodes M nps". */
  bench(depth?: number): Promise<string>;
  /** Ends all requests. */
  stopAll(): void;
  /** Ends the worker. What has not been answered fails. */
  close(): void;
}
