// A document of the site has the navigation of the page.

import {navigation, current} from './nav.js';

const {root, documents} = document.body.dataset;
navigation(root, documents);
current('documents');
