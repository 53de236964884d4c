package urposition

import "testing"

func TestStatistics(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rights, fixed, statistics, classes int }{
		{0, 0, 1363, 324}, {0, 1, 996, 260}, {1, 0, 1335, 279}, {1, 1, 965, 224}, {2, 0, 1393, 270}, {2, 1, 1001, 216},
	} {
		s := sides()[tt.rights][tt.fixed]
		groups := 0
		for i := range s.classes {
			groups += len(s.classes[i].groups)
			for j := range s.classes[i].groups {
				for k, a := range s.classes[i].groups[j].armies {
					if class, group, index, ok := s.find(a); !ok || class != i || group != j || index != k {
						t.Fatalf("%+v is found at %d, %d, %d, %t, want %d, %d, %d", a, class, group, index, ok, i, j, k)
					}
				}
			}
		}
		if groups != tt.statistics || len(s.classes) != tt.classes {
			t.Errorf("%d rights, %d fixed pawns: %d statistics, %d classes, want %d, %d",
				tt.rights, tt.fixed, groups, len(s.classes), tt.statistics, tt.classes)
		}
	}
}
