// The connection to the program: one token, actions that are posted, events that are streamed.

const STORE = "goshawk-token";
const RETRY_MS = 1000;
/** How long an answer may take. What is posted later waits for it. */
const ANSWER_MS = 20_000;
/** How long the exchange of a file may take. */
const FILE_MS = 120_000;
/** How long the program may send nothing. It sends something every five seconds. */
const SILENCE_MS = 20_000;

let token = "";

/** What the address says after `#`: the owner's token, or an invitation to a game. */
function fromAddress() {
  const match = /^#(owner|open|join)=([0-9a-f]{32})$/.exec(location.hash);
  return match ? { kind: match[1], token: match[2] } : null;
}

/**
 * Finds the token of this page. The owner's token is taken out of the address, so that it is
 * not in pictures of the screen. The address that the program opens has a token that is
 * exchanged for the owner's. A guest's own token is kept under the invitation, so that the
 * guest has the same seat after a reload.
 *
 * Returns "ready", or "join" if the guest has to ask for a seat, or "lost" without a token.
 */
export async function findToken() {
  const address = fromAddress();
  if (address?.kind === "owner" || address?.kind === "open") {
    history.replaceState(null, "", "/");
    try {
      const owner = address.kind === "open" ? (await post("/api/open", {}, address.token)).token : address.token;
      sessionStorage.setItem(STORE, owner);
    } catch {
      // The address has been opened before; a page that is reloaded has its token.
    }
  }
  if (address?.kind === "join") {
    token = localStorage.getItem(`${STORE}-${address.token}`) ?? "";
    return token ? "ready" : "join";
  }
  token = sessionStorage.getItem(STORE) ?? "";
  return token ? "ready" : "lost";
}

/** Asks for a seat of the game to which the address invites. */
export async function join(name) {
  const invitation = fromAddress().token;
  const answer = await post("/api/join", { name }, invitation);
  token = answer.token;
  localStorage.setItem(`${STORE}-${invitation}`, token);
}

/** What is played in the game to which the address invites; null if the invitation is not valid. */
export async function invitation() {
  try {
    return await post("/api/invitation", {}, fromAddress().token);
  } catch {
    return null;
  }
}

/** Forgets a guest's token that is no longer valid. */
export function forget() {
  const address = fromAddress();
  if (address) localStorage.removeItem(`${STORE}-${address.token}`);
}

/** The answer to what was posted last. */
let last = Promise.resolve();

/**
 * Posts something after all that was posted before has been answered. A browser sends what is
 * posted at the same time over several connections, and then the last may arrive first.
 */
function postInOrder(...what) {
  const answer = last.then(() => post(...what));
  last = answer.catch(() => {});
  return answer;
}

/** Posts an action. Throws an `Error` with the reason if it is refused. */
export function act(action) {
  return postInOrder("/api/act", action, token);
}

/** Sends a file, or a text with a game, to study it. */
export function upload(content) {
  return postInOrder("/api/study", content, token, { limit: FILE_MS });
}

/** Posts an action whose answer is a file. */
export function fetchFile(action) {
  return postInOrder("/api/act", action, token, { limit: FILE_MS, wantsFile: true });
}

async function post(path, body, as, { limit = ANSWER_MS, wantsFile = false } = {}) {
  let response, answer;
  try {
    const isRaw = typeof body === "string" || body instanceof Blob;
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": isRaw ? "application/octet-stream" : "application/json", "X-Goshawk-Token": as },
      body: isRaw ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(limit),
    });
    if (wantsFile && response.ok) return await response.blob();
    const text = await response.text();
    answer = text ? JSON.parse(text) : {};
  } catch {
    throw new Error("Goshawk does not answer. Is the program still running?");
  }
  if (!response.ok) throw new Error(answer.error ?? `The program refused this (${response.status}).`);
  return answer;
}

/**
 * Receives events for as long as the page is open, and connects again when the connection is
 * lost. `onEvent` gets each event, `onLost` is called with true when the connection is lost and
 * with false when it is back; an event follows then. `onEnd` is called if the program does not want
 * the page to connect again: with its reason, or without one if the token is not valid.
 */
export async function receive(onEvent, onLost, onEnd) {
  for (;;) {
    // A network that is gone does not end a connection.
    const silence = new AbortController();
    let timer = null;
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      listen();
      const response = await fetch("/api/events", { headers: { "X-Goshawk-Token": token }, signal: silence.signal });
      if (response.status === 403) return onEnd();
      if (!response.ok) throw new Error(response.statusText);
      onLost(false);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        listen();
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          if (!line) continue;
          const event = JSON.parse(line);
          if (event.kind === "end") {
            clearTimeout(timer);
            return onEnd(event.text);
          }
          onEvent(event);
        }
      }
    } catch {
      // Told below.
    }
    clearTimeout(timer);
    onLost(true);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
