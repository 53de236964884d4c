assert_all(0 < nx && nx < ny && ny <= 3);
