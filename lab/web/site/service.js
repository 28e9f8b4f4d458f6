// Keeps all files of this folder in the browser: the pages work offline once they are loaded.

const SCOPE = self.registration.scope;
const FOLDER = `lab ${SCOPE} `; // in the names of what is kept: the server may have other folders
const CACHE = FOLDER + {{ version | tojson }};
const FILES = {{ files | tojson }};

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function forgetOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FOLDER) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const [address] = request.url.split(/[?#]/);
  if (!address.startsWith(SCOPE)) return Response.error(); // nothing leaves the folder
  const cache = await caches.open(CACHE);
  return await cache.match(address === SCOPE ? "index.html" : address) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
