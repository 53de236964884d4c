package web

import "embed"

// embedded has nothing where this program itself runs in the page.
var embedded embed.FS
